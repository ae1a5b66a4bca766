import { describe, expect, it } from '@jest/globals';
import { categoryOrder, deriveKitType, deriveSleeves, KIT_CATEGORIES } from './kit-types.ts';

describe('deriveKitType', () => {
  it.each([
    ['Home', 'match', 1, false],
    ['Away', 'match', 2, false],
    ['Third', 'match', 3, false],
    ['Fourth', 'match', 4, false],
    ['HOME', 'match', 1, false],
    ['Home 2', 'match', 1, false],
    ['Special', 'match', 999, false],
    ['Cup 1', 'match', 11, false],
    ['Fifth 12', 'match', 22, false],
    ['Homecoming', 'match', 999, false],
    ['Homé', 'match', 999, false],
    ['GK', 'match', 999, true],
    ['GK Home', 'match', 1, true],
    ['GK 2', 'match', 12, true],
    ['Goalkeeper Away', 'match', 2, true],
    ['Portero 3', 'match', 13, true],
    ['gk third', 'match', 3, true],
    ['Gkx', 'match', 999, false],
    ['Training', 'training', 999, false],
    ['Training 3', 'training', 13, false],
    ['GK Training', 'training', 999, true],
    ['Pre-Match', 'prematch', 999, false],
    ['Prematch Home', 'prematch', 1, false],
    ['Bench', 'prematch', 999, false],
    ['Warm-Up 2', 'prematch', 12, false],
    ['Warmup', 'prematch', 999, false],
    ['Staff Away', 'prematch', 2, false],
    ['Pre-Season', 'preseason', 999, false],
    ['Preseason', 'preseason', 999, false],
    ['Temporary Home', 'preseason', 1, false],
    ['Temp', 'preseason', 999, false],
    ['Template', 'match', 999, false],
    ['Travel', 'travel', 999, false],
    ['Polo 2', 'travel', 12, false],
    ['Anthem', 'jacket', 1, false],
    ['Rain', 'jacket', 2, false],
    ['Jacket', 'jacket', 3, false],
    ['Windbreaker', 'jacket', 4, false],
    ['Track', 'jacket', 5, false],
    ['Vest', 'jacket', 6, false],
    ['Home Rain Jacket', 'jacket', 2, false],
    ['Anthem Jacket 2', 'jacket', 1, false],
    ['GK Vest', 'jacket', 6, true],
    ['Tracksuit', 'match', 999, false],
    ['Harvest', 'match', 999, false],
    ['Training Rain Jacket', 'jacket', 2, false],
    ['Travel Training', 'training', 999, false],
    ['Pre-Match Training', 'training', 999, false],
    ['Pre-Season Bench', 'prematch', 999, false],
    ['Temporary Travel', 'preseason', 999, false],
  ] as const)('derives the type of %s', (name, category, priority, isGoalkeeper) => {
    expect(deriveKitType(name)).toEqual({
      category,
      category_order: KIT_CATEGORIES.indexOf(category) + 1,
      order_priority: priority,
      is_goalkeeper: isGoalkeeper,
    });
  });
});

describe('categoryOrder', () => {
  it('returns 1 to 6 in the documented order', () => {
    const categories = ['match', 'prematch', 'preseason', 'training', 'travel', 'jacket'] as const;
    expect(categories.map(categoryOrder)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('deriveSleeves', () => {
  it.each([
    ['Home', 'short'],
    ['Home Long Sleeve', 'long'],
    ['Away (long-sleeved)', 'long'],
    ['Third LS', 'long'],
    ['Training Sleeveless', 'none'],
    ['Training Vest', 'none'],
    ['GK', 'long'],
    ['GK Short Sleeve', 'short'],
    ['Anthem Jacket', 'long'],
    ['Vest', 'none'],
    ['Lsx', 'short'],
  ] as const)('maps %s to %s sleeves', (name, sleeves) => {
    expect(deriveSleeves(name, deriveKitType(name))).toBe(sleeves);
  });
});
