import { COLOUR_HEX, deriveSleeves, type KitLook } from '@kitroom/shared';
import type { KitLookRow } from './kit-rows.ts';

export function toKitLook(row: KitLookRow): KitLook {
  return {
    title: row.name,
    design: row.design,
    primary: row.primary_color && COLOUR_HEX[row.primary_color],
    secondary: row.secondary_colors.map((name) => COLOUR_HEX[name]),
    sleeves: deriveSleeves(row.type_name, row),
    category: row.category,
    club: row.club_name,
    variant: row.id,
  };
}
