//! Contact and switching laws: IMPACT, BISTOP, STEP and their family.
