import { describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { ITEM_TYPES, TEXT_OF, type ItemDetail, type ItemType } from '@kitroom/collection-client';
import { eventually } from '@kitroom/testing/eventually';
import { json, openLocalServer } from '@kitroom/testing/local-server';
import { useService } from '@kitroom/testing/use-service';
import { useComponents } from './use-components.ts';

const components = useComponents();
const services = useService(() => openLocalServer(json([])));

const loadValues = () =>
  components.load<typeof import('../src/screens/item-form/item-values.ts')>(
    'screens/item-form/item-values.ts',
  );

/** The fields of a type, but for the texts that an item may have in place of ids: they share an input. */
async function listFields(type: ItemType) {
  const texts = new Set<string>(Object.values(TEXT_OF));
  return (await loadValues()).listFields(type).filter((field) => !texts.has(field));
}

describe('ItemForm', () => {
  it.each(ITEM_TYPES)('has an input for each field of the type %s', async (type) => {
    const { ItemForm } = await components.load<typeof import('../src/screens/item-form/item-form.tsx')>(
      'screens/item-form/item-form.tsx',
    );
    const { useItemValues } = await components.load<
      typeof import('../src/screens/item-form/use-item-values.ts')
    >('screens/item-form/use-item-values.ts');
    const { FIELD_LABELS } =
      await components.load<typeof import('../src/components/item-labels.ts')>('components/item-labels.ts');
    const { toNewValues } = await loadValues();
    const Page = () =>
      createElement(ItemForm, {
        form: useItemValues(toNewValues(type)),
        error: null,
        onSave: () => undefined,
        photos: null,
        children: null,
      });
    const { element, find } = await components.show(Page, { services: services.baseUrl });
    await eventually(async () => find('form'));
    const labels = [...element.querySelectorAll('label, legend')].map(({ textContent }) => textContent);
    // The label of the condition also says which one is chosen.
    const words = new Set(labels.map((label) => label.replace(/: .*/, '')));
    // A button saves drafts.
    const fields = (await listFields(type)).filter((field) => field !== 'is_draft');
    expect(fields.filter((field) => !words.has(FIELD_LABELS[field]))).toEqual([]);
  });
});

describe('ItemDetails', () => {
  it.each(ITEM_TYPES)('shows each field of the type %s', async (type) => {
    const { ItemDetails } = await components.load<typeof import('../src/components/item-details.tsx')>(
      'components/item-details.tsx',
    );
    const { toNewValues } = await loadValues();
    const { fields } = toNewValues(type);
    const item = { ...fields, id: 1, user: 1, item_type: type, labels: {}, photos: [] };
    const read = new Set<PropertyKey>();
    const observed = new Proxy(item as unknown as ItemDetail, {
      get(target, name) {
        read.add(name);
        return Reflect.get(target, name) as unknown;
      },
    });
    const Page = () => createElement(ItemDetails, { item: observed });
    const { find } = await components.show(Page, { services: services.baseUrl });
    await eventually(async () => find('h1'));
    expect((await listFields(type)).filter((field) => !read.has(field))).toEqual([]);
  });
});
