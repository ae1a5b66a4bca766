import { expect } from '@jest/globals';
import type { Random } from '@kitroom/demo/catalogue/seeded-random';
import { drawQuestion, readKnown } from './drawn-questions.ts';
import type { TestCatalogue } from './test-catalogue.ts';

/** Two catalogues on one database. */
export interface Compared {
  /** Answers from its index. */
  indexed: TestCatalogue;
  /** Answers from the database, as while its index is being built. */
  building: TestCatalogue;
}

/** Asks both so many questions about what the catalogue holds now, and expects the same answers. */
export async function expectEqualAnswers(
  { indexed, building }: Compared,
  random: Random,
  questions: number,
): Promise<void> {
  const known = await readKnown(indexed.db);
  for (let asked = 0; asked < questions; asked += 1) {
    const path = drawQuestion(known, random);
    const [fromIndex, fromDatabase] = await Promise.all([indexed.ask(path), building.ask(path)]);
    expect([path, fromIndex.status, toPlain(fromIndex)]).toEqual([
      path,
      fromDatabase.status,
      toPlain(fromDatabase),
    ]);
  }
}

/** An answer, with the headers of its page, without the address of the service. */
function toPlain({ body, headers }: { body: unknown; headers: Headers }): string {
  return JSON.stringify([body, headers.get('X-Total-Count'), headers.get('Link')], withoutClub).replaceAll(
    /http:\/\/127\.0\.0\.1:\d+/g,
    '',
  );
}

/** The club that a keyword seems to name is told less well while the index is being built. */
function withoutClub(key: string, value: unknown): unknown {
  return key === 'interpretation' && typeof value === 'object' ? { ...value, club: undefined } : value;
}
