import { isLongerThan, QUERY_VALUE_MAX } from '@kitroom/shared';
import * as z from 'zod';

type Query = Readonly<Record<string, unknown>>;

/** Issues for values that are longer than those of any parameter, unless the schema of one allows it. */
export function findLongValues({ shape }: z.ZodObject, query: Query): z.core.$ZodIssueTooBig[] {
  return Object.entries(query).flatMap(([name, input]) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const { isLong: mayBeLong, isCommaSeparated } = (schema && z.globalRegistry.get(schema)) ?? {};
    if (!schema || mayBeLong || isCommaSeparated || ![input].flat().some(isLong)) return [];
    return { code: 'too_big', origin: 'string', maximum: QUERY_VALUE_MAX, path: [name], message: '', input };
  });
}

function isLong(value: unknown): boolean {
  return typeof value === 'string' && isLongerThan(value, QUERY_VALUE_MAX);
}
