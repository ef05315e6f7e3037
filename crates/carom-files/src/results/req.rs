//! `req`
