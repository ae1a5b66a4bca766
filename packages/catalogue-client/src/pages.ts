import * as client from '@kitroom/client';
import type { CallOptions, InputsOf, Page, ResponseHead } from '@kitroom/client';
import type { Contract } from '@kitroom/shared';
import type { KitList } from './client.ts';
import { CatalogueError } from './connection.ts';
import type { ExpandedKit } from './contracts/kit-list-items.ts';

/** A method that returns one page of a list as an array, such as `client.clubs.list`. */
export type ListMethod<A, T> = (args: A, options?: CallOptions) => Promise<T[]>;

type Arguments<A> = undefined extends A
  ? [args?: NonNullable<A>, options?: CallOptions]
  : [args: NonNullable<A>, options?: CallOptions];

type Expanded<C extends Contract> = NonNullable<InputsOf<C>[0]> & { expand: true };

/**
 * Calls a method that returns a list as an array, and returns a page: the entries, and the number of entries
 * on all pages. Throws the errors of the method.
 *
 * @example
 * const { count, results } = await getPage(client.kits.list, { decade: 1990, expand: true });
 */
export function getPage<C extends Contract>(
  list: KitList<C>,
  args: Expanded<C>,
  options?: CallOptions,
): Promise<Page<ExpandedKit>>;
export function getPage<A extends object | undefined, T>(
  list: ListMethod<A, T>,
  ...parameters: Arguments<A>
): Promise<Page<T>>;
export async function getPage(
  list: ListMethod<never, unknown>,
  args: object = {},
  options: CallOptions = {},
): Promise<Page<unknown>> {
  let headers: ResponseHead['headers'] = new Headers();
  const onResponse = (response: ResponseHead) => {
    headers = response.headers;
    options.onResponse?.(response);
  };
  const results = await list(args as never, { ...options, onResponse });
  return client.toPage(results, headers, ({ message, ...details }) => {
    return new CatalogueError('invalid_response', message, details);
  });
}

/**
 * Iterates over the entries of a list, from the first page or from `args.page`, 100 per page by default.
 * Pages are fetched as needed. If the list changes in the meantime, entries may be repeated or skipped.
 * Throws the errors of the method.
 *
 * @example
 * for await (const kit of eachEntry(client.kits.list, { club: 7 })) console.log(kit.name);
 */
export function eachEntry<C extends Contract>(
  list: KitList<C>,
  args: Expanded<C>,
  options?: CallOptions,
): AsyncGenerator<ExpandedKit, void, undefined>;
export function eachEntry<A extends object | undefined, T>(
  list: ListMethod<A, T>,
  ...parameters: Arguments<A>
): AsyncGenerator<T, void, undefined>;
export function eachEntry(
  list: ListMethod<never, unknown>,
  args: object = {},
  options: CallOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  return client.eachEntry(
    (pageArgs: object, pageOptions) =>
      getPage<object, unknown>(list as ListMethod<object, unknown>, pageArgs, pageOptions),
    args,
    options,
  );
}
