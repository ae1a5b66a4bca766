/** The tables that lists of kits show. */
export const KIT_TAGS = ['kits', 'clubs', 'seasons', 'kit_types'];

/** The tables that lists with `expand=true`, and kits themselves, show. */
export const EXPANDED_TAGS = [...KIT_TAGS, 'brands'];
