#!/usr/bin/env python3
"""Reads what would be published as the hub's own library does. For use by hand; the tests need no Python.

    npm run lab -- publish --run FOLDER --to OWNER/NAME --space --dry-run --out PUBLISHED
    python3 e2e/foreign/check_published.py PUBLISHED OWNER/NAME

Needs huggingface_hub. The model's card is read by ModelCard, its results become EvalResults; the Space's card is read by SpaceCard;
names are checked by validate_repo_id, sizes by what one commit can hold. Each adapter's folder names the card's base model. With
--hub the cards are also sent to the hub's own validation (POST /api/validate-yaml). Exit status 1 and a list of faults.
"""
import argparse
import json
import os
import sys

from huggingface_hub import EvalResult, ModelCard, SpaceCard
from huggingface_hub.utils import validate_repo_id

LARGEST_COMMIT = 25_000  # files that the hub takes in one commit


def files_of(folder):
    return [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]


def check_model(folder, name, online, faults):
    card = ModelCard.load(os.path.join(folder, 'README.md'))
    data = card.data
    print(f'model card: {data.to_dict().keys()}')
    for field in ('base_model', 'license', 'tags', 'library_name', 'pipeline_tag'):
        if not getattr(data, field, None):
            faults.append(f'the model card has no {field}')
    results = data.eval_results or []
    if not results or not all(isinstance(result, EvalResult) for result in results):
        faults.append('the model card has no results')
    for result in results:
        print(f'result: {result.dataset_name}: {result.metric_name} = {result.metric_value}')
        if not 0 <= result.metric_value <= 1:
            faults.append(f'{result.metric_value} is no rate')
    if f'snapshot_download("{name}")' not in card.text:
        faults.append('the card does not say how to load it')
    adapters = [entry for entry in os.scandir(folder) if entry.is_dir() and entry.name != 'base']
    for adapter in adapters:
        with open(os.path.join(adapter.path, 'adapter_config.json'), encoding='utf-8') as file:
            config = json.load(file)
        own = ModelCard.load(os.path.join(adapter.path, 'README.md')).data
        if not config['base_model_name_or_path'] == own.base_model == data.base_model:
            faults.append(f'{adapter.name} stands on another base model than the card says')
    print(f'adapters: {", ".join(sorted(adapter.name for adapter in adapters))}')
    if not adapters:
        faults.append('there is no adapter')
    if online:
        card.validate()


def check_space(folder, name, online, faults):
    card = SpaceCard.load(os.path.join(folder, 'README.md'))
    print(f'Space card: {card.data.to_dict().keys()}')
    if card.data.sdk != 'static':
        faults.append(f'the Space is of kind {card.data.sdk}')
    if card.data.models != [name]:
        faults.append(f'the Space belongs to {card.data.models}')
    if not os.path.exists(os.path.join(folder, card.data.app_file)):
        faults.append(f'{card.data.app_file} is missing')
    if online:
        card.validate(repo_type='space')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('published')
    parser.add_argument('name')
    parser.add_argument('--hub', action='store_true')
    given = parser.parse_args()
    faults = []
    validate_repo_id(given.name)
    for kind, check in (('model', check_model), ('space', check_space)):
        folder = os.path.join(given.published, kind)
        if not os.path.isdir(folder):
            print(f'{kind}: not there')
            continue
        files = files_of(folder)
        size = sum(os.path.getsize(file) for file in files)
        print(f'{kind}: {len(files)} files, {size} bytes')
        if len(files) > LARGEST_COMMIT:
            faults.append(f'{kind}: {len(files)} files are too many for one commit')
        check(folder, given.name, given.hub, faults)
    for fault in faults:
        print(f'FAULT {fault}')
    print('nothing is wrong' if not faults else f'{len(faults)} faults')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
