//! Readers of Adams and MotionSolve models, writers of results
