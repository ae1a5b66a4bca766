import { DESIGN_CODES, ITEM_COLOURS, type NewItem } from '@kitroom/collection-client';
import { useState } from 'react';
import type { Kit } from '../../types.ts';

/** What the form asks for. The rest of the item comes from the kit. */
export interface ShirtDraft {
  name: string;
  size: number | null;
  condition: number;
  player_name: string;
  number: string;
  description: string;
  is_signed: boolean;
  is_replica: boolean;
  is_private: boolean;
}

/** The item to create: the kit's facts, and what was entered. */
export function toNewItem(kit: Kit, draft: ShirtDraft): NewItem {
  return {
    item_type: 'jersey',
    kit: kit.id,
    brand: kit.brand.id,
    club: kit.team.id,
    season: kit.season.id,
    country: kit.team.country,
    design: DESIGN_CODES.find(({ name }) => name === kit.design)?.id ?? null,
    main_color: colourId(kit.primary_color?.name) ?? null,
    secondary_colors: kit.secondary_color.flatMap(({ name }) => colourId(name) ?? []),
    ...draft,
    number: draft.number === '' ? null : Number(draft.number),
    has_nameset: draft.player_name !== '' || draft.number !== '',
  };
}

interface KeptDraft {
  draft: ShirtDraft;
  /** Of the item that was created from it, if photos are still missing. */
  itemId?: number;
}

/** The name under which a user's draft for a kit is kept. */
export function nameDraft(userId: number, kit: Kit): string {
  return `shirt-${userId}-${kit.id}`;
}

/** A draft that survives failures, reloads and closed windows, until it is discarded. */
export function useShirtDraft(key: string, kit: Kit) {
  const [kept, setKept] = useState<KeptDraft>(() => readDraft(key) ?? { draft: emptyDraft(kit) });
  const keep = (changed: KeptDraft) => {
    setKept(changed);
    localStorage.setItem(key, JSON.stringify(changed));
  };
  return {
    ...kept,
    change: (changes: Partial<ShirtDraft>) => keep({ ...kept, draft: { ...kept.draft, ...changes } }),
    setItemId: (itemId: number) => keep({ ...kept, itemId }),
    discard: () => localStorage.removeItem(key),
  };
}

function emptyDraft(kit: Kit): ShirtDraft {
  return {
    name: kit.name,
    size: null,
    condition: 8,
    player_name: '',
    number: '',
    description: '',
    is_signed: false,
    is_replica: false,
    is_private: false,
  };
}

function readDraft(key: string): KeptDraft | undefined {
  const text = localStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as KeptDraft);
}

function colourId(name: string | undefined): number | undefined {
  return ITEM_COLOURS.find((colour) => colour.name === name)?.id;
}
