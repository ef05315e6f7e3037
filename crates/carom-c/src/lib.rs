//! The laws of Carom for C and Fortran
