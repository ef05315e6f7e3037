//! `res`
