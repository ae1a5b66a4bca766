interface CheckProps {
  label: string;
  value: boolean;
  change: (isChecked: boolean) => void;
}

/** A labelled checkbox. */
export function Check({ label, value, change }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={value} onChange={(event) => change(event.target.checked)} />
      {label}
    </label>
  );
}
