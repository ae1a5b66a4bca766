import type { ArgumentsOf, Contract } from '@kitroom/shared';
import type * as z from 'zod';
import { callEndpoint, type Answer } from './call-endpoint.ts';
import type { CallOptions } from './client-options.ts';
import type { Connection } from './connection.ts';

/**
 * Calls one endpoint: path and query parameters in one object, then the body, if the endpoint has them, then the
 * options of this call. Rejects with the client's error, or with a `TypeError` for invalid arguments.
 */
export type Endpoint<Inputs extends unknown[], Output> = (
  ...parameters: [...Inputs, options?: CallOptions]
) => Promise<Output>;

/** The inputs of an endpoint's method: its parameters, optional if none is required, and its body. */
export type InputsOf<C extends Contract> = [
  ...Parameters<ArgumentsOf<C>>,
  ...(C['body'] extends z.ZodType ? [body: WithFile<z.input<C['body']>, C['file']>] : []),
];

// Mapped, so that editors show the fields rather than the contract's type.
type Parameters<Args> = keyof Args extends never
  ? []
  : Partial<Args> extends Args
    ? [args?: { [K in keyof Args]: Args[K] }]
    : [args: { [K in keyof Args]: Args[K] }];

type WithFile<Body, F> = F extends { field: infer N extends string; required: infer R }
  ? // Without fields, the body's type would forbid the file.
    (string extends keyof Body ? unknown : Body) &
      (R extends true ? Record<N, Blob> : Partial<Record<N, Blob | undefined>>)
  : Body;

/** The statuses that a contract documents. */
export type Status<C extends Contract> = number & keyof C['answers'];

/** The statuses with which an endpoint succeeds. */
export type Success<C extends Contract> = Status<C> & (200 | 201 | 202 | 204);

/** The result of an endpoint's method: JSON or text as in its schema, a file, or the response of a stream. */
export type OutputOf<C extends Contract, S extends Status<C> = Success<C>> = BodyOfAnswer<C['answers'][S]>;

type BodyOfAnswer<A> = A extends { isStream: true }
  ? Response
  : A extends { contentType: `application/${string}` }
    ? Blob
    : A extends { schema: infer S extends z.ZodType }
      ? z.output<S>
      : undefined;

/** Creates methods from contracts; `extra` are error statuses whose bodies are returned as answers. */
export function createEndpoints(connection: Connection) {
  return <C extends Contract, S extends Status<C> = never>(
      contract: C,
      ...extra: readonly S[]
    ): Endpoint<InputsOf<C>, OutputOf<C, Success<C> | S>> =>
    async (...parameters) => {
      const answer = await callWith(connection, contract, parameters, extra);
      // Validated by the contract's schema.
      return answer.value as OutputOf<C, Success<C> | S>;
    };
}

export async function callWith(
  connection: Connection,
  contract: Contract,
  parameters: readonly unknown[],
  extra: readonly number[] = [],
): Promise<Answer> {
  const rest = [...parameters];
  const args = (contract.params || contract.query ? rest.shift() : undefined) ?? {};
  const body = contract.body ? rest.shift() : undefined;
  const successes = Object.keys(contract.answers)
    .map(Number)
    .filter((status) => status < 300);
  const call = { contract, args, body, statuses: [...successes, ...extra] };
  return callEndpoint(connection, call, rest[0] ?? {});
}
