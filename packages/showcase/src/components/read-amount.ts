import type { ItemChanges } from '@kitroom/collection-client';
import { findCurrency } from './currencies.ts';

type Money = NonNullable<ItemChanges['price']>;

const NUMBER = /[.,]?\d(?:[\d.,'’\s]*\d)?[.,]?/u;

/**
 * Parses an amount as people write it: `45`, `45 €`, `£1,234.56`, `1.234,56` or `45,-`. One or two digits
 * after the last comma or point are cents; more are thousands. `currency` applies if the text contains none,
 * and decides between currencies that share a sign. Undefined if the text is not understood.
 */
export function readAmount(typed: string, currency: string): Money | undefined {
  const text = typed.normalize('NFKC');
  const { 0: number = '', index = 0 } = NUMBER.exec(text) ?? {};
  const [before, after] = [text.slice(0, index).trim(), text.slice(index + number.length).trim()];
  if (/\d/.test(after)) return undefined;
  const amount = readNumber(number.replaceAll(/['’\s]/g, ''));
  const sign = `${before}${/^[-–]+$/.test(after) ? '' : after}`;
  const code = sign === '' ? currency : findCurrency(sign, currency);
  return amount === undefined || code === undefined ? undefined : { amount, currency: code };
}

function readNumber(number: string): string | undefined {
  const {
    whole = '',
    separator,
    cents,
  } = /^(?<whole>.*?)(?:(?<separator>[.,])(?<cents>\d{0,2}))?$/.exec(number)?.groups ?? {};
  const isGrouped = /^\d{1,3}(?:([.,])\d{2,3}(?:\1\d{3})*)?$/.exec(whole);
  const isWhole = /^\d*$/.test(whole) || (isGrouped !== null && isGrouped[1] !== separator);
  if (number === '' || !isWhole) return undefined;
  const digits = whole.replaceAll(/[.,]/g, '') || '0';
  return cents ? `${digits}.${cents}` : digits;
}
