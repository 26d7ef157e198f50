// For teachers: how to spend 45 minutes, what to prepare, and what the page can do in a class room.
import { presetById } from '../../../learning/config/presets';
import { featureRoute, formatRoute } from '../../../page/stores/route';
import { quickPreset } from '../../../page/stores/setup-store';
import { linkOfSetup } from '../../../page/stores/shared-setup';
import type { LessonCard } from './lesson';

const plan: readonly (readonly [minutes: string, what: string])[] = [
  ['0–5', 'Lab, on the projector: move the recorded run’s slider from its first step to its last. What has changed?'],
  ['5–15', 'Lesson 1 together. Everybody guesses by raised hands before each reveal.'],
  ['15–25', 'Everybody: Train a Quick look, or Slow motion for two steps. Say at each stop what will change.'],
  ['25–35', 'In pairs: one reads lesson 2, the other lesson 3; then each explains theirs.'],
  ['35–45', 'Each pair finds one answer in Rollouts that surprised them, and hands its printed tree or link round.'],
];

export function Teach({ lessons }: { readonly lessons: readonly LessonCard[] }) {
  const quick = linkOfSetup(presetById(quickPreset).config);
  return (
    <div className="document lessons">
      <article className="stack gap-3 lessons-page">
        <header>
          <h1>45 minutes with Grove</h1>
        </header>
        <section className="stack gap-2">
          <h2>Before</h2>
          <p>
            Open this page once on each computer, in a current Chrome or Edge, or in a Firefox with WebGPU; afterwards
            it works without a network. Nothing is installed or sent, and nobody needs an account. Lessons need no
            graphics card. Where there is none, the processor trains, if the browser offers WebGPU on it: start the{' '}
            <a href={formatRoute(quick.route)}>Quick look</a> on one of them, and see whether and how fast it does.
          </p>
        </section>
        <section className="stack gap-2">
          <h2>Minute by minute</h2>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">minutes</th>
                <th scope="col">what</th>
              </tr>
            </thead>
            <tbody>
              {plan.map(([minutes, what]) => (
                <tr key={minutes}>
                  <th scope="row" className="nowrap">
                    {minutes}
                  </th>
                  <td>{what}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <ol className="stack gap-1">
            {lessons.map(({ id, title }, index) => (
              <li key={id}>
                Lesson {index + 1}: <a href={formatRoute(featureRoute('lessons', id))}>{title}</a>
              </li>
            ))}
          </ol>
        </section>
        <section className="stack gap-2">
          <h2>In the room</h2>
          <p>
            <b>Projector.</b> Key P in Lab and Rollouts shows everything larger and hides what is not looked at; P or
            Esc ends it.
          </p>
          <p>
            <b>One step at a time.</b> Key S in the Lab, or “Step once”, trains one step and pauses. “Slow motion” stops
            between play, judging, learning and saving; Space or Enter goes on. The result is the same as without.
          </p>
          <p>
            <b>A link to hand out.</b> The chain in the Lab’s Setup copies a link with all settings. The one in Rollouts
            asks to what: an answer with its run, step and room, the run, or its setup. Of the recorded run it opens
            anywhere, of a run of yours only in your browser, until its file lies on huggingface.co, or beside this page
            on its server, and the link says ?run=ADDRESS.
          </p>
          <p>
            <b>On paper.</b> Open a room in Rollouts and print the page: the tree, its board and the chosen answer come
            out in black on white.
          </p>
        </section>
      </article>
    </div>
  );
}
