"""Has an audit hook in Python, and many threads that begin at once."""

import sys
import threading

RAN = []


def thread():
    RAN.append(1)


def start_all(count):
    threads = [threading.Thread(target=thread) for _ in range(count)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()


start_all(3)
sys.setswitchinterval(1e-6)
sys.addaudithook(lambda event, arguments: [number for number in range(50)])
start_all(300)
print(len(RAN))
