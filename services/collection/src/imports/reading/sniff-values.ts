import type { Cells } from './source-table.ts';

export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const;

export type DateOrder = (typeof DATE_ORDERS)[number];

export const DECIMAL_SIGNS = ['.', ','] as const;

export type DecimalSign = (typeof DECIMAL_SIGNS)[number];

/** How a file writes dates and numbers. */
export interface ValueFormat {
  date_order: DateOrder;
  decimal: DecimalSign;
}

const DATE = /^(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})(?:[T ].*)?$/;
const DECIMAL = /^\D{0,4}\d[\d., ']*([.,])\d{1,2}\D{0,4}$/;

/** Collects evidence of how a file writes dates and numbers. */
export interface ValueSniffer {
  look(cells: Cells): void;
  conclude(): ValueFormat;
}

export function createValueSniffer(): ValueSniffer {
  const dates = { ymd: 0, dmy: 0, mdy: 0, dotted: 0, any: 0 };
  const signs = { '.': 0, ',': 0 };

  function lookAtDate([, first = '', separator, second]: RegExpExecArray): void {
    if (first.length > 2) dates.ymd += 1;
    else if (Number(first) > 12) dates.dmy += 1;
    else if (Number(second) > 12) dates.mdy += 1;
    else if (separator === '.') dates.dotted += 1;
    dates.any += 1;
  }

  return {
    look(cells) {
      for (const text of Object.values(cells)) {
        if (text.length > 30) continue;
        const trimmed = text.trim();
        const date = DATE.exec(trimmed);
        if (date) lookAtDate(date);
        const sign = date ? undefined : DECIMAL.exec(trimmed)?.[1];
        if (sign) signs[sign as DecimalSign] += 1;
      }
    },
    conclude: () => ({
      date_order: concludeOrder(dates),
      decimal: signs[','] > signs['.'] ? ',' : '.',
    }),
  };
}

/** Where days and months cannot be told apart, days come first, as in most countries. */
function concludeOrder({
  ymd,
  dmy,
  mdy,
  dotted,
  any,
}: Record<DateOrder | 'dotted' | 'any', number>): DateOrder {
  const daysFirst = dmy + dotted;
  if (any === 0 || (ymd > 0 && ymd >= daysFirst && ymd >= mdy)) return 'ymd';
  return mdy > daysFirst ? 'mdy' : 'dmy';
}
