import { useState, type KeyboardEvent } from 'react';
import { TAG_MAX, TAGS_MAX } from '@kitroom/collection-client';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { FIELD_LABELS } from '../../components/item-labels.ts';
import type { CheckedForm } from './use-item-values.ts';

/**
 * An input for tags, which may contain commas. Enter completes the typed tag. It counts as a tag of the item
 * even before that: completing it on blur would move the buttons that the user is about to click.
 */
export function TagsInput({ form }: { form: CheckedForm }) {
  const [tags, setTags] = useState(form.values.fields.tags ?? []);
  const [text, setText] = useState('');

  function set(completeTags: readonly string[], typed: string) {
    setTags([...completeTags]);
    setText(typed);
    form.change({ tags: withTag(completeTags, typed) });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    // Enter must not submit the form.
    event.preventDefault();
    set(withTag(tags, text), '');
  }

  return (
    <div className="size">
      <TextField
        label={FIELD_LABELS.tags}
        errors={form.errors['tags']}
        hint="Press Enter after each tag."
        maxLength={TAG_MAX}
        disabled={tags.length >= TAGS_MAX}
        value={text}
        change={(typed) => set(tags, typed)}
        onKeyDown={onKeyDown}
      />
      <ul className="chips">
        {tags.map((tag) => (
          <li key={tag} className="chip">
            <span>{tag}</span>
            <Button
              className="link-button"
              aria-label={`Remove the tag ${tag}`}
              onClick={() =>
                set(
                  tags.filter((otherTag) => otherTag !== tag),
                  text,
                )
              }
            >
              ×
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function withTag(tags: readonly string[], text: string): string[] {
  const tag = text.trim();
  const isNew = tag !== '' && !tags.some((existingTag) => existingTag.toLowerCase() === tag.toLowerCase());
  return isNew ? [...tags, tag] : [...tags];
}
