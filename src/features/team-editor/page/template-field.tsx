// A prompt's template: its text, and the fields that may be named in it as buttons that write them where the cursor
// stands.
import { TextArea } from '@radix-ui/themes';
import { useRef } from 'react';
import type { Wording } from '../../../learning/agents/role';
import { fieldCards, fieldsFor } from '../../../learning/agents/template-fields';
import { Field } from '../../../page/parts/field';

interface TemplateFieldProps {
  readonly label: string;
  readonly wording: Wording;
  readonly value: string;
  readonly fault: string | undefined;
  readonly rows: number;
  readonly onChange: (text: string) => void;
}

export function TemplateField({ label, wording, value, fault, rows, onChange }: TemplateFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const write = (text: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = area.current ?? {};
    onChange(value.slice(0, selectionStart) + text + value.slice(selectionEnd));
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(selectionStart + text.length, selectionStart + text.length);
    });
  };
  return (
    <>
      <Field label={label} fault={fault}>
        {(shared) => (
          <TextArea
            {...shared}
            ref={area}
            className="team-template"
            rows={rows}
            spellCheck={false}
            resize="vertical"
            color={fault === undefined ? undefined : 'red'}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons of a text field are no form */}
      <div className="team-names wrap flex gap-1" role="group" aria-label={`Fields of ${label.toLowerCase()}`}>
        {fieldsFor(wording).map((name) => (
          <button
            key={name}
            type="button"
            className="card pad-1 ink"
            title={fieldCards[name].meaning}
            onClick={() => write(`{${name}}`)}
          >
            {`{${name}}`}
          </button>
        ))}
        <button
          type="button"
          className="card pad-1 ink"
          title="a part that is there only when a field says something"
          onClick={() => write('{if proposal}\n\n{else}\n\n{end}\n')}
        >
          {'{if …}'}
        </button>
      </div>
    </>
  );
}
