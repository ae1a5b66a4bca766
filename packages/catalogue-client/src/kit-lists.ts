import type { CallOptions, Endpoint, InputsOf } from '@kitroom/client';
import type { Contract } from '@kitroom/shared';
import type { ExpandedKit, ListedKit } from './contracts/kit-list-items.ts';

/** Lists kits, with all details if asked with `expand: true`. */
export interface KitList<C extends Contract> {
  (args: NonNullable<InputsOf<C>[0]> & { expand: true }, options?: CallOptions): Promise<ExpandedKit[]>;
  (...parameters: [...InputsOf<C>, options?: CallOptions]): Promise<ListedKit[]>;
}

/** Types the items of a list by whether it is asked to expand them. */
export function expandable<C extends Contract>(list: Endpoint<InputsOf<C>, ListedKit[]>) {
  return list as KitList<C>;
}
