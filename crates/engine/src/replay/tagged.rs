//! Values written as the fields in which they differ from a base value, each preceded by its number.
//!
//! What is written this way can gain fields without a new version of the format: a field that is
//! missing has the base's value. A number that is not known is refused, because ignoring a rule
//! would lead to another game.

use serde::Deserialize;

/// A field's number is unknown, or its value cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnknownField;

/// Reads a value into its field and returns what follows it.
pub(crate) fn take<'a, T: Deserialize<'a>>(
    bytes: &'a [u8],
    field: &mut T,
) -> Result<&'a [u8], UnknownField> {
    let (value, rest) = postcard::take_from_bytes(bytes).map_err(|_| UnknownField)?;
    *field = value;
    Ok(rest)
}

/// Implements `differing_fields` and `from_differing_fields`. The type is destructured field by field,
/// so that a field that is missing in the list does not compile.
macro_rules! tagged_fields {
    (
        $type:ident = $base:expr;
        $($tag:literal $field:ident),*;
        $($outer:ident: $inner:ident { $($inner_tag:literal $inner_field:ident),* })*
    ) => {
        #[cfg(feature = "replay")]
        impl $type {
            /// The fields that differ from the base value.
            pub(crate) fn differing_fields(&self) -> alloc::vec::Vec<u8> {
                let base = $base;
                let $type {
                    $($field,)*
                    $($outer: $inner { $($inner_field,)* },)*
                } = self;
                let mut bytes = alloc::vec::Vec::new();
                // Writing to memory fails only where memory does.
                $(if *$field != base.$field {
                    bytes.push($tag);
                    bytes.extend(postcard::to_allocvec($field).unwrap_or_default());
                })*
                $($(if *$inner_field != base.$outer.$inner_field {
                    bytes.push($inner_tag);
                    bytes.extend(postcard::to_allocvec($inner_field).unwrap_or_default());
                })*)*
                bytes
            }

            /// The value whose differing fields these are.
            pub(crate) fn from_differing_fields(
                mut bytes: &[u8],
            ) -> Result<$type, $crate::tagged::UnknownField> {
                let mut value = $base;
                while let [tag, rest @ ..] = bytes {
                    bytes = match tag {
                        $($tag => $crate::tagged::take(rest, &mut value.$field)?,)*
                        $($($inner_tag => {
                            $crate::tagged::take(rest, &mut value.$outer.$inner_field)?
                        })*)*
                        _ => return Err($crate::tagged::UnknownField),
                    };
                }
                Ok(value)
            }
        }
    };
}

pub(crate) use tagged_fields;
