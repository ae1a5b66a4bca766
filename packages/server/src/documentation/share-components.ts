import type { OpenAPIV3 } from 'openapi-types';
import { listOperations } from './add-examples.ts';

/** The operations of a document refer to a component instead of having a copy of it. */
type SharedKind = 'responses' | 'parameters';

/** A place in an operation that holds a part which may be equal to others. */
interface Place {
  /** The name of the component that would hold the part. */
  name: string;
  part: object;
  replace: (reference: OpenAPIV3.ReferenceObject) => void;
}

/**
 * Moves the responses and parameters that operations have in common to the components of a document. Of
 * several parts with the same name, the most frequent one is a component; the others remain in their
 * operations.
 */
export function shareComponents(document: OpenAPIV3.Document): void {
  const operations = listOperations(document);
  document.components = {
    ...document.components,
    parameters: share('parameters', operations.flatMap(listParameterPlaces)),
    responses: share('responses', operations.flatMap(listResponsePlaces)),
  };
}

function share<T>(kind: SharedKind, places: readonly Place[]): Record<string, T> {
  const components: Record<string, T> = {};
  for (const [name, namesakes] of Map.groupBy(places, (place) => place.name)) {
    const variants = Map.groupBy(namesakes, ({ part }) => JSON.stringify(part)).values();
    const [equal = []] = [...variants].toSorted((a, b) => b.length - a.length);
    if (equal.length < 2) continue;
    components[name] = equal[0]?.part as T;
    for (const { replace } of equal) replace({ $ref: `#/components/${kind}/${name}` });
  }
  return components;
}

function listParameterPlaces({ parameters = [] }: OpenAPIV3.OperationObject): Place[] {
  return parameters.map((part, index) => ({
    name: nameParameter(part as OpenAPIV3.ParameterObject),
    part,
    replace: (reference) => (parameters[index] = reference),
  }));
}

function listResponsePlaces({ responses }: OpenAPIV3.OperationObject): Place[] {
  return Object.entries(responses).map(([status, part]) => ({
    name: nameResponse(status, part as OpenAPIV3.ResponseObject),
    part,
    replace: (reference) => (responses[status] = reference),
  }));
}

/** `ClubIdParameter`: generators put parameters next to schemas, so `club` would be confused with `Club`. */
function nameParameter({ name }: OpenAPIV3.ParameterObject): string {
  const words = name.split(/[^a-z]/i).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `${words.join('')}Parameter`;
}

/** The name of a response: its schema, its status and what its headers say, `Error404` or `Empty304Paged`. */
function nameResponse(status: string, { content, headers = {} }: OpenAPIV3.ResponseObject): string {
  const schema = /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(content ?? {}))?.[1];
  return [
    schema ?? (content ? 'Content' : 'Empty'),
    status,
    'X-Cache' in headers ? 'Cached' : '',
    'Link' in headers ? 'Paged' : '',
    'RateLimit' in headers ? '' : 'Uncounted',
  ].join('');
}
