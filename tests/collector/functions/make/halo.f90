! A step of a solver: a module's procedures, an inner one, and a main program.
module stencil
  implicit none
contains
  subroutine step(field)
    real, intent(inout) :: field(:)
    integer :: i
    do i = 2, size(field) - 1
      field(i) = average(field(i - 1), field(i + 1))
    end do
  end subroutine step

  real function average(left, right)
    real, intent(in) :: left, right
    average = 0.5 * (left + right)
  end function average
end module stencil

program halo
  use stencil
  implicit none
  real :: field(10)
  integer :: i
  field = 1.0
  do i = 1, 5
    call step(field)
  end do
  print '(f4.1)', field(5)
end program halo
