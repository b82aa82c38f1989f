! What check_mpi.py knows of it, in Fortran: by mpif.h, by `use mpi` (WITH_MODULE) and by `use mpi_f08` (WITH_F08).
! Any number of ranks.
program fortran
#if defined(WITH_F08)
    use mpi_f08
#elif defined(WITH_MODULE)
    use mpi
#endif
    implicit none
#if defined(WITH_F08)
    type(MPI_Comm) :: half
    type(MPI_Request) :: requests(2), often
    type(MPI_Status) :: statuses(2), status
#else
#if !defined(WITH_MODULE)
    include 'mpif.h'
#endif
    integer :: half, requests(2), often
    integer :: statuses(MPI_STATUS_SIZE, 2), status(MPI_STATUS_SIZE)
#endif
    integer :: rank, size, next, before, error, round
    integer :: token(3), other(3)
    double precision :: sums(4), begin

    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, size, error)
    next = mod(rank + 1, size)
    before = mod(rank + size - 1, size)
    token = rank
    begin = MPI_Wtime()

    ! From rank 0 to the last one, blocking; the tag and the source are found out.
    if (rank == 0 .and. size > 1) then
        call MPI_Send(token, 3, MPI_INTEGER, size - 1, 100, MPI_COMM_WORLD, error)
    else if (rank == size - 1 .and. size > 1) then
        call MPI_Recv(other, 3, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, error)
    end if
    call MPI_Barrier(MPI_COMM_WORLD, error)  ! else it might take the next message

    do round = 1, 5
        call MPI_Sendrecv(token, 2, MPI_INTEGER, next, 7, other, 3, MPI_INTEGER, before, 7, &
                          MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    end do

    do round = 1, 3
        call MPI_Irecv(other, 3, MPI_INTEGER, before, 8, MPI_COMM_WORLD, requests(1), error)
        call MPI_Isend(token, 1, MPI_INTEGER, next, 8, MPI_COMM_WORLD, requests(2), error)
        call MPI_Waitall(2, requests, statuses, error)
    end do

    call MPI_Send_init(token, 3, MPI_INTEGER, next, 9, MPI_COMM_WORLD, often, error)
    do round = 1, 2
        call MPI_Irecv(other, 3, MPI_INTEGER, before, 9, MPI_COMM_WORLD, requests(1), error)
        call MPI_Start(often, error)
        call MPI_Wait(often, MPI_STATUS_IGNORE, error)
        call MPI_Wait(requests(1), status, error)
    end do
    call MPI_Request_free(often, error)

    sums = rank
    call MPI_Bcast(sums, 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
    call MPI_Allreduce(MPI_IN_PLACE, sums, 4, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)

    call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half, error)
    call MPI_Comm_set_name(half, merge('even', 'odd ', mod(rank, 2) == 0), error)
    call MPI_Barrier(half, error)
    call MPI_Comm_free(half, error)

    if (MPI_Wtime() < begin) call MPI_Abort(MPI_COMM_WORLD, 1, error)
    call MPI_Finalize(error)
end program fortran
