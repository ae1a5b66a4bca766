import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { drawKit } from '@kitroom/shared';
import { eventually } from '@kitroom/devstack/testing/eventually';
import { idOf, kitLines } from './fixture-catalogue.ts';
import { startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

let catalogue: TestCatalogue;

beforeAll(async () => {
  catalogue = await startTestCatalogue();
  await catalogue.load(
    kitLines([
      {
        club: 'Drawn FC',
        name: '<b>Drawn</b> & "Quoted" 2024-25 Home',
        slug: 'drawn',
        design: 'Hoops',
        primary_color: 'Claret',
        secondary_colors: ['Sky blue', 'White'],
      },
      {
        club: 'Drawn FC',
        type: 'GK Jacket',
        name: 'Keeper',
        slug: 'keeper',
        main_img_url: 'https://example.org/k.jpg',
      },
    ]),
  );
});

afterAll(() => catalogue.close());

const picture = async (slug: string) =>
  catalogue.ask(`/api/kits/${await idOf(catalogue.db, 'kits', slug)}/picture.svg`);

describe('GET /api/kits/{kit_id}/picture.svg', () => {
  it('draws the kit by its design, colours and type', async () => {
    const { status, headers, body } = await picture('drawn');
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8');
    expect(body).toBe(
      drawKit({
        title: '<b>Drawn</b> & "Quoted" 2024-25 Home',
        design: 'Hoops',
        primary: '#7F1734',
        secondary: ['#87CEEB', '#FFFFFF'],
        isGoalkeeper: false,
        category: 'match',
      }),
    );
    expect(body).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(body).toContain('<title>&lt;b&gt;Drawn&lt;/b&gt; &amp; ');
  });

  it('draws kits of which nothing is known, and those that have a picture of their own', async () => {
    const { status, body } = await picture('keeper');
    expect(status).toBe(200);
    expect(body).toBe(
      drawKit({
        title: 'Keeper',
        design: null,
        primary: null,
        secondary: [],
        isGoalkeeper: true,
        category: 'jacket',
      }),
    );
  });

  it('may be kept by browsers', async () => {
    expect((await picture('drawn')).headers.get('Cache-Control')).toBe('public, max-age=3600');
  });

  it('is what the kit’s address of its picture shows', async () => {
    const id = await idOf(catalogue.db, 'kits', 'drawn');
    const { body } = await catalogue.ask(`/api/kits/${id}`);
    const shown = await fetch(body.main_img_url);
    expect(await shown.text()).toBe((await picture('drawn')).body);
  });

  it('changes with the kit', async () => {
    await catalogue.load(kitLines([{ club: 'Changing FC', slug: 'changing', primary_color: 'Red' }]));
    expect((await picture('changing')).body).toContain('#FF0000');
    await catalogue.load(kitLines([{ club: 'Changing FC', slug: 'changing', primary_color: 'Green' }]));
    await eventually(async () => {
      expect((await picture('changing')).body).toContain('#008000');
    });
  });

  it('names the kit that does not exist, in JSON', async () => {
    const { status, headers, body } = await catalogue.ask('/api/kits/999999/picture.svg');
    expect(status).toBe(404);
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({ detail: 'Kit with ID 999999 not found' });
  });

  it.each(['0', 'x', '2147483648', '1.5'])('refuses the id %s', async (id) => {
    const { status, body } = await catalogue.ask(`/api/kits/${id}/picture.svg`);
    expect([status, body]).toEqual([400, { detail: 'Invalid request parameters' }]);
  });
});
