//! Multibody dynamics for machines whose parts hit, push, slide and let go
