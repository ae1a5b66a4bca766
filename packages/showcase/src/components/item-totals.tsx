import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCollection } from '../services.ts';
import type { ItemQuery } from '../types.ts';
import { countOf, showMoney } from './format.ts';

interface Amount {
  currency: string;
  amount: string;
  /** Number of items in the sum. */
  items: number;
}

/** Reads what the user's matching items have cost and are worth. */
export function useWorth(filters: ItemQuery) {
  const { collections } = useCollection();
  return useQuery({
    queryKey: ['collection', 'me', 'value', filters],
    queryFn: ({ signal }) => collections.myValue(filters, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** What the user's matching items cost, are worth and have gained, in each currency. */
export function ItemTotals({ filters }: { filters: ItemQuery }) {
  const { data } = useWorth(filters);
  const totals = data?.totals ?? [];
  return (
    <dl className="totals" aria-label="Totals">
      <Total
        name="Paid"
        amounts={totals.map((total) => ({ ...total, amount: total.price, items: total.priced_items }))}
      />
      <Total
        name="Worth"
        amounts={totals.map((total) => ({
          ...total,
          amount: total.estimated_value,
          items: total.estimated_items,
        }))}
      />
      <Total
        name="Gain"
        isSigned
        amounts={totals.map(({ currency, gain = '0', compared_items: items = 0 }) => ({
          currency,
          amount: gain,
          items,
        }))}
      />
    </dl>
  );
}

interface TotalProps {
  name: string;
  amounts: readonly Amount[];
  isSigned?: boolean;
}

/** One sum per currency, each on its own line. Without sums, a dash reserves the space. */
function Total({ name, amounts, isSigned = false }: TotalProps) {
  const shown = amounts.filter(({ items }) => items > 0);
  return (
    <div>
      <dt>{name}</dt>
      {shown.length === 0 && <dd>–</dd>}
      {shown.map(({ items, ...money }) => (
        <dd key={money.currency}>
          {isSigned && Number(money.amount) > 0 ? `+${showMoney(money)}` : showMoney(money)}{' '}
          <small>{countOf(items, 'item')}</small>
        </dd>
      ))}
    </div>
  );
}
