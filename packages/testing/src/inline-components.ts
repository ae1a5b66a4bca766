import type { OpenAPIV3 } from 'openapi-types';

/** The components that operations refer to in place of a copy. */
const SHARED = /^#\/components\/(responses|parameters)\/(.+)$/;

/**
 * Returns a document whose operations have their responses and parameters themselves, where the original
 * refers to components.
 */
export function inlineComponents(document: OpenAPIV3.Document): OpenAPIV3.Document {
  const components = document.components as Record<string, Record<string, unknown>> | undefined;

  function inline(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const [, kind = '', name = ''] = '$ref' in value ? (SHARED.exec(String(value.$ref)) ?? []) : [];
    if (kind !== '') return components?.[kind]?.[name];
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part)]));
  }

  return { ...document, paths: inline(document.paths) as OpenAPIV3.PathsObject };
}
