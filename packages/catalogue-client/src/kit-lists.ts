import type { CallOptions, InputsOf } from '@kitroom/client';
import type { ArgumentsOf, Contract } from '@kitroom/shared';
import type * as z from 'zod';
import type { ExpandedKit, ListedKit } from './contracts/kit-list-items.ts';
import type { explainedKitSearch, kitSearchItem, searchKits } from './contracts/kits.ts';

export type KitSearchItem = z.output<typeof kitSearchItem>;
export type ExplainedKitSearch = z.output<typeof explainedKitSearch>;

/** Lists kits, with all details if asked with `expand: true`. */
export interface KitList<C extends Contract> {
  (args: NonNullable<InputsOf<C>[0]> & { expand: true }, options?: CallOptions): Promise<ExpandedKit[]>;
  (...parameters: [...InputsOf<C>, options?: CallOptions]): Promise<ListedKit[]>;
}

/** Searches kits, and tells how they were found if asked with `explain: true`. */
export interface KitSearch {
  (
    args: ArgumentsOf<typeof searchKits> & { explain: true },
    options?: CallOptions,
  ): Promise<ExplainedKitSearch>;
  (args: ArgumentsOf<typeof searchKits>, options?: CallOptions): Promise<KitSearchItem[]>;
}
