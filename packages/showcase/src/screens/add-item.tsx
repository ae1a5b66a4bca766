import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Loading, Problem } from '../components/feedback.tsx';
import { useCatalogue } from '../services.ts';
import { useUser } from '../session.ts';
import { FindKit } from './add-shirt/find-kit.tsx';
import { ShirtForm } from './add-shirt/shirt-form.tsx';

/** Adds a shirt in two steps: find its kit, then say what is special about this copy. */
export function AddShirtScreen() {
  const [params] = useSearchParams();
  const kitId = Number(params.get('kit'));
  return (
    <div className="page medium">
      <title>Add a shirt · Kitroom</title>
      <h1>Add a shirt</h1>
      {kitId > 0 ? <ShirtOfKit key={kitId} kitId={kitId} /> : <FindKit />}
    </div>
  );
}

function ShirtOfKit({ kitId }: { kitId: number }) {
  const catalogue = useCatalogue();
  const user = useUser();
  const kit = useQuery({
    queryKey: ['kit', kitId],
    queryFn: ({ signal }) => catalogue.kits.get({ kit_id: kitId }, { signal }),
  });
  if (kit.isPending || !user) return <Loading />;
  if (kit.isError) return <Problem error={kit.error} onRetry={() => void kit.refetch()} />;
  return <ShirtForm kit={kit.data} userId={user.id} />;
}
