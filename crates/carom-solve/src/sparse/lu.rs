//! LU factors of sparse matrices.
