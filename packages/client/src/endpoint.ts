import type * as z from 'zod';
import { isContract, type ArgumentsOf, type Contract, type ContractTree } from '@kitroom/shared';
import { callEndpoint, type ValidResponse } from './call-endpoint.ts';
import type { CallOptions } from './client-options.ts';
import type { Connection } from './connection.ts';

/**
 * Calls one endpoint. The arguments are its path and query parameters in one object and its body, if the
 * endpoint has them, and the options of this call. Rejects with the client's error, or with a `TypeError` for
 * invalid arguments.
 */
export type Endpoint<Inputs extends unknown[], Output> = (
  ...parameters: [...Inputs, options?: CallOptions]
) => Promise<Output>;

/**
 * The inputs of an endpoint's method: its parameters, which are optional unless one is required, and its
 * body.
 */
export type InputsOf<C extends Contract> = [
  ...Parameters<ArgumentsOf<C>>,
  ...(C['body'] extends z.ZodType ? [body: WithFile<z.input<C['body']>, C['file']>] : []),
];

// A mapped type, so that editors show the fields instead of the contract's type.
type Parameters<Args> = keyof Args extends never
  ? []
  : Partial<Args> extends Args
    ? [args?: { [K in keyof Args]: Args[K] }]
    : [args: { [K in keyof Args]: Args[K] }];

type WithFile<Body, F> = F extends { field: infer N extends string; required: infer R }
  ? // The type of a body without fields would not allow the file.
    (string extends keyof Body ? unknown : Body) &
      (R extends true ? Record<N, Blob> : Partial<Record<N, Blob | undefined>>)
  : Body;

/** The statuses that a contract documents. */
export type Status<C extends Contract> = number & keyof C['responses'];

/** The statuses with which an endpoint succeeds. */
export type Success<C extends Contract> = Status<C> & (200 | 201 | 202 | 204);

/** The statuses whose bodies a method returns. */
type Returned<C extends Contract> =
  Success<C> | (C['returned'] extends ReadonlyArray<infer S> ? S & Status<C> : never);

/** The result of an endpoint's method: JSON or text as in its schema, a file, or the response of a stream. */
export type OutputOf<C extends Contract> = BodyOfResponse<C['responses'][Returned<C>]>;

type BodyOfResponse<A> = A extends { isStream: true }
  ? Response
  : A extends { contentType: `application/${string}` | 'image/png' }
    ? Blob
    : A extends { schema: infer S extends z.ZodType }
      ? z.output<S>
      : undefined;

/** A method without the types of its contract. */
export type UntypedMethod = (...parameters: unknown[]) => Promise<unknown>;

interface Methods {
  [name: string]: UntypedMethod | Methods;
}

/**
 * Creates a method for each contract of a tree that has a success status; the others are pages for browsers.
 */
export function createMethods(tree: ContractTree, toMethod: (contract: Contract) => UntypedMethod): Methods {
  const callable = Object.entries(tree).filter(
    ([, node]) => !isContract(node) || listSuccesses(node).length > 0,
  );
  return Object.fromEntries(
    callable.map(([name, node]) => [name, isContract(node) ? toMethod(node) : createMethods(node, toMethod)]),
  );
}

/** The names of a tree for which a client has methods or groups of methods. */
export type MethodName<Tree, Name extends keyof Tree = keyof Tree> = Name extends unknown
  ? Tree[Name] extends Contract
    ? Success<Tree[Name]> extends never
      ? never
      : Name
    : Name
  : never;

/** Calls the endpoint of a contract. `parameters` has the arguments of `Endpoint`. */
export function callWith(
  connection: Connection,
  contract: Contract,
  parameters: readonly unknown[],
): Promise<ValidResponse> {
  const remaining = [...parameters];
  const args = (contract.params || contract.query ? remaining.shift() : undefined) ?? {};
  const body = contract.body ? remaining.shift() : undefined;
  const statuses = [...listSuccesses(contract), ...(contract.returned ?? [])];
  return callEndpoint(connection, { contract, args, body, statuses }, remaining[0] ?? {});
}

function listSuccesses({ responses }: Contract): number[] {
  return Object.keys(responses)
    .map(Number)
    .filter((status) => status < 300);
}
