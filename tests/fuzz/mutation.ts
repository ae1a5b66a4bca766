import type { Content, Draft } from './drafts.ts';

/** Turns a request into another one; what does not apply changes nothing. */
export type Mutation = (draft: Draft) => Draft;

/** Changes the bytes of a body; a request that has none gets one, where its method allows. */
export function inContent(change: (content: Content) => Content): Mutation {
  return (draft) => ({
    ...draft,
    rewriteContent: (content) => change(draft.rewriteContent(content)),
    body: draft.body ?? (draft.method === 'GET' ? undefined : { type: 'application/json', value: {} }),
  });
}
