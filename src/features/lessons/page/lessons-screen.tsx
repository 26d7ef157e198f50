// Which lesson the address names; without one, all of them.
import { ArrowRight } from 'lucide-react';
import { featureRoute, formatRoute, useRoute } from '../../../page/stores/route';
import { codesLesson } from './codes';
import { creditLesson } from './credit';
import { type LessonCard, LessonSteps } from './lesson';
import { Teach } from './teach';
import { teamsLesson } from './teams';
import './lessons.css';

const lessons: readonly LessonCard[] = [creditLesson, teamsLesson, codesLesson];

export function LessonsScreen() {
  const route = useRoute();
  const id = route.screen === 'feature' ? route.id : undefined;
  const lesson = lessons.find((one) => one.id === id);
  if (id === 'teach') return <Teach lessons={lessons} />;
  if (lesson) return <LessonSteps key={lesson.id} lesson={lesson} />;
  return (
    <div className="document lessons">
      <div className="lessons-page stack gap-3">
        <header className="stack gap-1">
          <h1>Lessons</h1>
          <p className="quiet">
            {id === undefined ? '' : `There is no lesson “${id}”. `}Each takes five minutes, asks before it shows, and
            works without a graphics card.
          </p>
        </header>
        <ul className="stack gap-3">
          {lessons.map(({ id, title, about }) => (
            <li key={id} className="panel pad-3 stack gap-1">
              <a className="strong lessons-link" href={formatRoute(featureRoute('lessons', id))}>
                {title} <ArrowRight size={14} aria-hidden />
              </a>
              <p className="quiet">{about}</p>
            </li>
          ))}
        </ul>
        <p>
          <a href={formatRoute(featureRoute('lessons', 'teach'))}>For teachers: 45 minutes with Grove</a>
        </p>
      </div>
    </div>
  );
}
