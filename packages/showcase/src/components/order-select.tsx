import { useSearchParams } from 'react-router';
import { Select } from './field.tsx';
import { useSetParam } from './use-set-param.ts';

interface OrderSelectProps {
  /** The API's orderings with their texts. The default one is the empty string. */
  orderings: ReadonlyArray<readonly [ordering: string, text: string]>;
  onChoose?: () => void;
}

/** A select for the ordering of a list. Its state is a parameter of the URL. */
export function OrderSelect({ orderings, onChoose }: OrderSelectProps) {
  const [params] = useSearchParams();
  const set = useSetParam();
  return (
    <Select
      aria-label="Order"
      options={orderings}
      value={params.get('ordering') ?? ''}
      change={(ordering) => {
        set('ordering', ordering);
        onChoose?.();
      }}
    />
  );
}
