import type { OpenAPIV3 } from 'openapi-types';
import { listOperations } from './add-examples.ts';

/** The kinds of components that operations refer to instead of containing a copy. */
type SharedKind = 'examples' | 'parameters' | 'responses';

/** A part of an operation that other operations may contain too. */
interface Place {
  /** The name of the component that would hold the part. */
  name: string;
  part: object;
  /** Equal for parts that are the same. */
  key: string;
  replace: (reference: OpenAPIV3.ReferenceObject) => void;
}

/** Shorter examples, such as `{detail}`, remain in their operations, because their texts differ. */
const SHORT_EXAMPLE = 200;

/**
 * Moves the examples, parameters and responses that operations have in common to the components of a
 * document. Of several parts with the same name, the most frequent one is a component; the others remain in
 * their operations.
 */
export function shareComponents(document: OpenAPIV3.Document): void {
  const operations = listOperations(document);
  // Responses are equal only once they have the same examples.
  const examples = share<OpenAPIV3.ExampleObject>('examples', operations.flatMap(listExamplePlaces));
  document.components = {
    ...document.components,
    examples: { ...document.components?.examples, ...examples },
    parameters: share('parameters', operations.flatMap(listParameterPlaces)),
    responses: share('responses', operations.flatMap(listResponsePlaces)),
  };
}

function share<T>(kind: SharedKind, places: readonly Place[]): Record<string, T> {
  const components: Record<string, T> = {};
  for (const [name, namesakes] of Map.groupBy(places, (place) => place.name)) {
    const variants = [...Map.groupBy(namesakes, ({ key }) => key).values()];
    const [largest = []] = variants.toSorted((a, b) => b.length - a.length);
    if (largest.length < 2) continue;
    components[name] = largest[0]?.part as T;
    for (const { replace } of largest) replace({ $ref: `#/components/${kind}/${name}` });
  }
  return components;
}

/**
 * Examples of successful responses. Examples of the same shape, such as `{id: 1}` and `{id: 2}`, are shared.
 */
function listExamplePlaces({ responses }: OpenAPIV3.OperationObject): Place[] {
  return Object.values(responses).flatMap((response) => {
    const media = (response as OpenAPIV3.ResponseObject).content?.['application/json'];
    const schema = findSchemaName(media?.schema);
    if (!media || !schema || JSON.stringify(media.example ?? '').length < SHORT_EXAMPLE) return [];
    const name = media.schema && 'items' in media.schema ? `${schema}List` : schema;
    return {
      name,
      part: { value: media.example as unknown },
      key: JSON.stringify(shapeOf(media.example)),
      replace: (reference) => {
        delete media.example;
        media.examples = { [name]: reference };
      },
    };
  });
}

/** The shape of a value: scalars become `null`, and lists keep their first entry. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
}

function listParameterPlaces({ parameters = [] }: OpenAPIV3.OperationObject): Place[] {
  return parameters.map((part, index) => ({
    name: nameParameter(part as OpenAPIV3.ParameterObject),
    part,
    key: JSON.stringify(part),
    replace: (reference) => (parameters[index] = reference),
  }));
}

function listResponsePlaces({ responses }: OpenAPIV3.OperationObject): Place[] {
  return Object.entries(responses).map(([status, part]) => ({
    name: nameResponse(status, part as OpenAPIV3.ResponseObject),
    part,
    key: JSON.stringify(part),
    replace: (reference) => (responses[status] = reference),
  }));
}

/** `ClubIdParam`: generators put parameters next to schemas, so `club` would be confused with `Club`. */
function nameParameter({ name }: OpenAPIV3.ParameterObject): string {
  const words = name.split(/[^a-z]/i).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `${words.join('')}Param`;
}

/** Names a response after its schema, its status and its headers: `Error404` or `Empty304Paged`. */
function nameResponse(status: string, { content, headers = {} }: OpenAPIV3.ResponseObject): string {
  return [
    findSchemaName(content) ?? (content ? 'Content' : 'Empty'),
    status,
    'X-Cache' in headers ? 'Cached' : '',
    'Link' in headers ? 'Paged' : '',
    'RateLimit' in headers ? '' : 'Uncounted',
  ].join('');
}

function findSchemaName(content: object = {}): string | undefined {
  return /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(content))?.[1];
}
