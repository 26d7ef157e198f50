// What the programs of a team are written in: the world's calls, or real code where a team and a model can write it.
import { toolLanguages } from '../../../learning/agents/team';
import type { RunConfig } from '../../../learning/config/run-config';
import { languageFault, setToolLanguage, teamOf, useSetup, usualToolLanguage } from '../../stores/setup-store';
import { ChoiceField } from './choice-field';

type Language = keyof typeof toolLanguages;
const names: Readonly<Record<Language, string>> = {
  calls: 'World’s calls',
  javascript: 'JavaScript',
  python: 'Python',
};
const languages = Object.keys(toolLanguages) as Language[];

/** Nothing where the team writes no programs in a language of choice, and none was chosen. */
export function LanguageChoice({ config }: { readonly config: RunConfig }) {
  const usual = useSetup(usualToolLanguage);
  if (!teamOf(config).speaking && config.toolLanguage === usual) return null;
  return (
    <div className="grid gap-1 outdent">
      <ChoiceField
        label="Programs"
        meaning={`What a role writes that works with a program. ${languages.map((language) => `${names[language]}: ${toolLanguages[language]}.`).join(' ')}`}
        chosen={config.toolLanguage}
        options={languages.map((language) => {
          const but = languageFault(config, language);
          return { id: language, name: names[language], but, off: but !== undefined };
        })}
        usual={usual}
        onChoose={(language) => setToolLanguage(language as Language)}
      />
    </div>
  );
}
