import { describe, expect, it } from '@jest/globals';
import { CATALOGUE_TEXTS, RECORD_TEXTS } from '@kitroom/catalogue-client/documentation';
import { COLLECTION_TEXTS } from '@kitroom/collection-client/documentation';
import { COMMON_TEXTS } from '@kitroom/server/documentation/common-texts';
import { findTextKey, listDescribedParts } from '@kitroom/server/documentation/describe-document';
import { readStoredDocument } from '@kitroom/testing/stored-document';

const SERVICES = [
  { service: 'catalogue', texts: { ...COMMON_TEXTS, ...CATALOGUE_TEXTS }, own: CATALOGUE_TEXTS },
  {
    service: 'collection',
    texts: { ...COMMON_TEXTS, ...RECORD_TEXTS, ...COLLECTION_TEXTS },
    own: { ...COMMON_TEXTS, ...COLLECTION_TEXTS },
  },
] as const;

describe.each(SERVICES)('the document of the $service', ({ service, texts, own }) => {
  const parts = listDescribedParts(readStoredDocument(service));

  // The texts are in the contracts, or in `src/documentation` beside them.
  it('describes every component, property and parameter', () => {
    const missing = parts.filter(({ part }) => !/\w.*[\w`)#]/.test(part.description ?? ''));
    expect(missing.map(({ path }) => path.join('.'))).toEqual([]);
    expect(parts.length).toBeGreaterThan(300);
  });

  it('uses every text', () => {
    const used = new Set(
      parts.flatMap(({ path, part }) => {
        const key = findTextKey(path, texts);
        return key !== undefined && part.description === texts[key] ? [key] : [];
      }),
    );
    expect(Object.keys(own).filter((key) => !used.has(key))).toEqual([]);
  });
});
