import * as z from 'zod';
import type { Contract } from './contract.ts';

/** Contracts in groups, by the names of the methods of a client. */
export interface ContractTree {
  readonly [name: string]: Contract | ContractTree;
}

/** The contracts of a tree, in its order. */
export function listContracts(tree: ContractTree): Contract[] {
  return Object.values(tree).flatMap((node) => (isContract(node) ? [node] : listContracts(node)));
}

export function isContract(node: Contract | ContractTree): node is Contract {
  return typeof node['path'] === 'string';
}

/** Whether an endpoint answers a page of a list as an array, with `Link` and `X-Total-Count`. */
export function isPaged({ query, responses }: Contract): boolean {
  return query !== undefined && 'page' in query.shape && isList(responses[200]?.schema);
}

function isList(schema: z.core.$ZodType | undefined): boolean {
  return schema instanceof z.ZodArray || (schema instanceof z.ZodUnion && schema.options.some(isList));
}
