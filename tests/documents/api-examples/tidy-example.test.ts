import { describe, expect, it } from '@jest/globals';
import type { ApiExamples } from './recorder.ts';
import { withoutChance, withoutSecrets } from './tidy-example.ts';

const MINUTE = 60_000;

/** Creates a recording at a time, with random keys and ids. */
function record(now: Date, chance: string, [first, second]: readonly [number, number]): ApiExamples {
  const at = (minutes: number) => new Date(now.getTime() + minutes * MINUTE).toISOString();
  const month = at(0).slice(0, 7);
  const name = now.toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const photo = (id: number, key: string) => ({
    id,
    object_id: 1,
    image: `https://collection.example.org/media/originals/${key}${chance}.jpg`,
    uploaded_at: at(1),
  });
  const uuid = `1621f5b7-7047-4d51-9da8-${chance}`;
  return {
    getItem: {
      responses: { 200: { photos: [photo(first, 'aaaaaaaaaaaa'), photo(second, 'bbbbbbbbbbbb')] } },
    },
    getPhoto: { params: { id: first }, responses: { 200: photo(first, 'aaaaaaaaaaaa') } },
    getExport: {
      responses: { 200: { bytes: 1_000_000 + Number(chance.slice(0, 3)), expires_at: at(1440) } },
    },
    getMyValue: { responses: { 200: { series: [{ month }], by_month: [{ id: month, name, count: 2 }] } } },
    listSessions: { responses: { 200: { sessions: [{ id: uuid }] } } },
    endSession: { params: { id: uuid }, responses: {} },
    confirmTotp: { body: { code: chance.slice(0, 6) }, responses: {} },
    getBulkFile: { params: { generation: String(now.getTime()) }, responses: {} },
    createShare: { body: { expires_at: '2099-12-31T00:00:00Z', season: '2003-04' }, responses: {} },
  };
}

describe('withoutChance', () => {
  const now = new Date('2026-11-27T22:08:00.000Z');
  const examples = withoutChance(record(now, '123456789012', [45, 46]), now);

  it.each([
    ['2026-11-28T08:00:00.000Z'],
    ['2027-01-01T00:00:30.000Z'],
    ['2028-02-29T23:59:30.000Z'],
    ['2026-12-31T23:59:59.999Z'],
  ])('returns the same examples for a recording with other keys and ids at %s', (time) => {
    const later = new Date(time);
    expect(withoutChance(record(later, '987654321098', [7, 3]), later)).toEqual(examples);
  });

  it('keeps values of requests and data', () => {
    expect(examples['createShare']?.body).toEqual({ expires_at: '2099-12-31T00:00:00Z', season: '2003-04' });
    expect(examples['getExport']?.responses[200]).toEqual({
      bytes: 1_000_000,
      expires_at: '2026-11-28T12:00:00.000Z',
    });
    expect(examples['getMyValue']?.responses[200]).toMatchObject({ series: [{ month: '2026-11' }] });
  });

  it('replaces equal ids by equal ids', () => {
    expect(examples['endSession']?.params).toEqual({ id: '00000000-0000-4000-8000-000000000001' });
    expect(examples['getPhoto']).toMatchObject({ params: { id: 1 }, responses: { 200: { id: 1 } } });
  });
});

it('withoutSecrets replaces secrets that earlier values contained', () => {
  const secrets = new Map<string, string>();
  expect(withoutSecrets({ token: 'abc-123' }, secrets)).toEqual({ token: 'example-token' });
  expect(withoutSecrets({ next: '/shared/abc-123/' }, secrets)).toEqual({ next: '/shared/example-token/' });
});
