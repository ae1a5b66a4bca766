import { expect, it } from '@jest/globals';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import { findFaults } from './inspect-page.ts';
import { takePhoto } from './take-photo.ts';
import { useShowcase } from './use-showcase.ts';

describeWithBrowser('the item screen', () => {
  const { newCollector, open, problems } = useShowcase(SHOWCASE_LIMITS);

  it('shows the whole photo at its own proportions, and its actions next to the title', async () => {
    const { context, api } = await newCollector('mr.smith');
    const { id } = await api.send<{ id: number }>('POST', '/api/items/', {
      item_type: 'jersey',
      name: 'Photographed',
      description: 'Worn once. '.repeat(100),
      estimated_value: { amount: '20', currency: 'EUR' },
    });
    await api.addPhoto(id, await takePhoto('Red'));
    const [photo] = (
      await api.send<{ photos: Array<{ width: number; height: number }> }>('GET', `/api/items/${id}/`)
    ).photos;
    const page = await open(`/items/${id}`, context);
    const main = page.getByRole('img', { name: 'Main photo' });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const shown = await main.evaluate((image: HTMLImageElement) => ({
        fit: getComputedStyle(image).objectFit,
        candidates: image.srcset.split(', ').length,
        box: image.getBoundingClientRect().width / image.getBoundingClientRect().height,
      }));
      expect(shown.fit).toBe('contain');
      expect(shown.candidates).toBeGreaterThan(0);
      // A photo that is higher than the window has room on its sides.
      expect(shown.box).toBeGreaterThanOrEqual((photo?.width ?? 0) / (photo?.height ?? 1) - 0.01);
      const title = await page.getByRole('heading', { level: 1 }).boundingBox();
      for (const name of ['Edit', 'Duplicate', 'Share …', 'Delete']) {
        const action = await page.locator('main').getByText(name, { exact: true }).boundingBox();
        expect((action?.y ?? Infinity) - (title?.y ?? 0) - (title?.height ?? 0)).toBeLessThan(150);
      }
    }
    await page.getByRole('button', { name: 'Share …' }).click();
    await eventually(async () => expect(await page.getByLabel('Title').count()).toBe(1));
    expect(await findFaults(page)).toEqual([]);
    expect(problems).toEqual([]);
  }, 60_000);
});
