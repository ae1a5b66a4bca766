import fc from 'fast-check';
import { validDraft, type Draft } from './drafts.ts';
import { mutationOf } from './mutations.ts';
import type { Operation } from './operations.ts';
import type { Story } from './story.ts';

/** One request, or a whole story. */
export type Act = { draft: Draft } | { story: Story };

/** What takes long: passwords are hashed, pictures decoded, archives packed, collections read. */
const SELDOM = new Set([
  'login',
  'createToken',
  'signup',
  'changePassword',
  'confirmPasswordReset',
  'exportAccount',
  'getDocs',
  'scrapeUserCollection',
  'deleteAccount',
]);

const OFTEN = /Items?$|Photos?$|Kits?$/;
const SHARE_OF_STORIES = 2;
const BETWEEN_MAX = 12;

/** Half of them as the document allows, half with one to three changes; a few stories. */
export function actOf(operations: readonly Operation[]): fc.Arbitrary<Act> {
  const any = fc.oneof(
    ...operations.map((operation) => ({ weight: weightOf(operation), arbitrary: draftOf(operation) })),
  );
  const ofCollection = operations.filter(({ service }) => service === 'collection');
  const between = fc.oneof(
    ...ofCollection.map((operation) => ({ weight: weightOf(operation), arbitrary: draftOf(operation) })),
  );
  return fc.oneof(
    { weight: 1000, arbitrary: any.map((draft) => ({ draft })) },
    { weight: SHARE_OF_STORIES, arbitrary: storyOf(between).map((story) => ({ story })) },
  );
}

function weightOf({ id }: Operation): number {
  if (SELDOM.has(id)) return 1;
  return OFTEN.test(id) ? 8 : 4;
}

function draftOf(operation: Operation): fc.Arbitrary<Draft> {
  const { parameters, bodies } = operation;
  const mutation = mutationOf({
    hasQuery: parameters.some((parameter) => parameter.in === 'query'),
    hasParams: parameters.some((parameter) => parameter.in === 'path'),
    hasBody: bodies.length > 0,
    hasFile: bodies.some(({ type }) => type === 'multipart/form-data'),
  });
  const mutations = fc.oneof(
    { weight: 10, arbitrary: fc.constant([]) },
    { weight: 7, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 1 }) },
    { weight: 3, arbitrary: fc.array(mutation, { minLength: 2, maxLength: 3 }) },
  );
  return fc
    .tuple(validDraft(operation), mutations)
    .map(([draft, changes]) => changes.reduce((changed, change) => change(changed), draft));
}

function storyOf(between: fc.Arbitrary<Draft>): fc.Arbitrary<Story> {
  const letters = fc.string({
    unit: fc.constantFrom('b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'r', 's', 't', 'w'),
    minLength: 14,
    maxLength: 14,
  });
  return fc.record({
    name: letters.map((text) => `one-${text}`),
    password: letters.map((text) => `lamp ${text.slice(3)} ${text.slice(0, 3)} 7`),
    between: fc.array(between, { maxLength: BETWEEN_MAX }),
  });
}
