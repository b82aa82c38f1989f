"""Uses functions of library.py, which are to be as they are without a range around them."""

import asyncio
import inspect
import pickle

import library

assert library.plain(1) == 3 and library.plain(1, b=4) == 5
assert library.plain.__name__ == "plain" and library.plain.__doc__ == "adds" and library.plain.tag == 1
assert list(inspect.signature(library.plain).parameters) == ["a", "b"]
assert pickle.loads(pickle.dumps(library.plain)) is library.plain
try:
    library.fails()
except ValueError as failure:
    assert failure.args == ("no",)
generator = library.generator(3)
assert next(generator) == 0 and generator.send("x") == 1 and generator.throw(KeyError) == "caught"
generator.close()
assert library.LOG == ["x", "KeyError", "closed"], library.LOG
try:
    next(library.generator(0))
except StopIteration as stop:
    assert stop.value == "done"
assert inspect.isgeneratorfunction(library.generator) and inspect.iscoroutinefunction(library.coroutine)


async def gather():
    return await asyncio.gather(library.coroutine(1), library.coroutine(2))


assert asyncio.run(gather()) == [1, 2]
thing = library.Thing()
assert thing.method(1) == (thing, 1) and library.Thing.static(2) == 2 and thing.of_class(3) == (library.Thing, 3)
assert thing.size((1, 2)) == 2 and library.Derived().method(4)[1] == 4
assert "exec_module" not in vars(library.__loader__)
print("as it is")
