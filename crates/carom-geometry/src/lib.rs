//! Solids: shapes, mass properties, intersection
