import { describe, expect, it } from '@jest/globals';
import { planSearch, type Tier, type TypeCount } from './plan-kit-search.ts';

const tier = (needs: Tier['needs'], ...terms: string[]): Tier => ({
  groups: needs === 'all' ? terms.map((term) => [term]) : [terms],
  terms,
  needs,
});

/** Types 1, 2, …, each with its number of kits and how many may have each term. */
const types = (...counts: Array<[kits: number, ...byTerm: number[]]>): TypeCount[] =>
  counts.map(([kits, ...byTerm], index) => ({ typeId: index + 1, kits, byTerm }));

describe('planSearch', () => {
  it('sorts what is rare enough', () => {
    const plan = planSearch(tier('all', 'arsenal'), types([80_000, 600], [70_000, 900]), false);
    expect(plan).toEqual({ how: 'sort' });
  });

  it('walks the types when more than 1,500 kits may match', () => {
    const plan = planSearch(tier('all', 'united'), types([3000, 900], [3000, 601]), false);
    expect(plan).toEqual({
      how: 'walk',
      steps: [
        { typeIds: [1], depth: null },
        { typeIds: [2], depth: null },
      ],
    });
  });

  it('never looks at types without a match', () => {
    const plan = planSearch(
      tier('all', 'third'),
      types([80_000, 0], [5000, 0], [4000, 4000], [900, 10]),
      false,
    );
    expect(plan).toEqual({
      how: 'walk',
      steps: [
        { typeIds: [3], depth: null },
        { typeIds: [4], depth: null },
      ],
    });
  });

  it('plans nothing where nothing can match', () => {
    expect(planSearch(tier('all', 'nowhere'), types([80_000, 0]), false)).toEqual({ how: 'walk', steps: [] });
    expect(planSearch(tier('all', 'a', 'nowhere'), types([80_000, 90, 0]), false)).toEqual({
      how: 'walk',
      steps: [],
    });
  });

  it('stops in the depth of a large type', () => {
    const plan = planSearch(tier('all', 'home'), types([80_000, 79_000], [70_000, 300]), false);
    expect(plan).toEqual({
      how: 'walk',
      steps: [
        { typeIds: [1], depth: 4000 },
        { typeIds: [2], depth: null },
      ],
    });
  });

  it('stops in no type that others follow in the same step: its older matches come before theirs', () => {
    const plan = planSearch(tier('all', 'lumen'), types([80_000, 30], [70_000, 5000]), false);
    expect(plan).toEqual({ how: 'sort' });
  });

  it('stops in the last type of a step after smaller ones, which are walked whole', () => {
    const plan = planSearch(tier('all', 'lumen'), types([4000, 30], [70_000, 5000], [10, 1]), false);
    expect(plan).toEqual({
      how: 'walk',
      steps: [
        { typeIds: [1, 2], depth: 4000 },
        { typeIds: [3], depth: null },
      ],
    });
  });

  it('expects several terms together to be rarer than each', () => {
    // A tenth of a tenth of 2,000 are 20 kits: one type is not enough, two are.
    const counts = types([2000, 200, 200], [2000, 200, 200], [90_000, 9000, 9000]);
    expect(planSearch(tier('all', 'real', 'city'), counts, false)).toMatchObject({
      steps: [{ typeIds: [1, 2] }, { typeIds: [3] }],
    });
  });

  it('expects any of several terms to be as common as all of them together', () => {
    const counts = types([2000, 20, 20], [2000, 900, 900]);
    expect(planSearch(tier('any', 'real', 'city'), counts, false)).toMatchObject({
      steps: [{ typeIds: [1] }, { typeIds: [2] }],
    });
  });

  it('walks to the end for texts that the trigram index does not know', () => {
    const plan = planSearch(tier('all', 'fc'), types([80_000, 30], [70_000, 20]), false);
    expect(plan).toEqual({ how: 'walk', steps: [{ typeIds: [1, 2], depth: null }] });
    const any = planSearch(tier('any', 'united', 'fc'), types([80_000, 30, 5], [70_000, 20, 5]), false);
    expect(any).toEqual({ how: 'walk', steps: [{ typeIds: [1, 2], depth: null }] });
  });

  it('walks a season to the end, through more types', () => {
    // One in twenty: 400 matches in all years are 20 of a season.
    const counts = types([80_000, 400], [70_000, 400], [70_000, 900]);
    expect(planSearch(tier('all', 'united'), counts, true)).toEqual({
      how: 'walk',
      steps: [
        { typeIds: [1, 2], depth: null },
        { typeIds: [3], depth: null },
      ],
    });
  });

  it('walks a season alone', () => {
    const plan = planSearch({ groups: [], terms: [], needs: 'all' }, types([80_000], [70_000]), true);
    expect(plan).toEqual({
      how: 'walk',
      steps: [
        { typeIds: [1], depth: null },
        { typeIds: [2], depth: null },
      ],
    });
  });
});
