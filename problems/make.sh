#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the sets of problems anew: problems/make.sh [PROGRAM [FOLDER [GAME …]]]. It takes some minutes of processor time for each game.
# The same program gives the same files. docs/problems.md explains the options.
set -eu
program=${1:-build/leaper} folder=${2:-problems}
[ $# -lt 2 ] || shift 2
games=${*:-fuel hamiltonian squares hnefa armies}

# add FILE GAME COUNT OPTION … makes problems until the file has COUNT of these parameters, or $most games more have been played.
most=2500
add() {
    file=$1 game=$2 count=$3
    shift 3
    "$program" puzzles "$game" --output "$folder/$file.jsonl" --count "$count" --games "$most" "$@" ||
        echo "$file: fewer than $count for $game $*" >&2
}

wants() {
    case " $games " in *" $1 "*) return 0 ;; esac
    return 1
}

if wants fuel; then
    for n in 3 4 5 7 10; do
        add fuel fuel 20 --fuel "$n" --reason checkmate --turns 2
        add fuel fuel 34 --fuel "$n" --turns 2
        add fuel fuel 42 --fuel "$n" --from 3
    done
fi

if wants hamiltonian; then
    add hamiltonian hamiltonian 40 --from 1 --turns 1 --easiest 1380
    add hamiltonian hamiltonian 70 --theme circuit
    add hamiltonian hamiltonian 200 --turns 2 --easiest 1140
    add hamiltonian hamiltonian 210 --from 3
fi

# Wins in two and three turns are rare: mostly a square can be placed anywhere first.
if wants squares; then
    for game in hans38 hans38-postal; do
        add squares "$game" 50 --from 1 --turns 1 --easiest 1140 --reason stalemate
        add squares "$game" 80 --from 1 --turns 1 --easiest 1140 --theme "square-capture"
        add squares "$game" 104 --from 1 --turns 2 --easiest 1260
        if [ "$game" = hans38 ]; then
            most=650
            add squares "$game" 116 --from 2
            most=2500
        fi
    done
fi

if wants hnefa; then
    add hnefa hnefa 8 --theme "mate-to-avoid" --turns 2
    most=4500
    add hnefa hnefa 160 --turns 2
    most=1000
    add hnefa hnefa 204 --turns 2
    most=2500
fi

if wants armies; then
    for armies in "clobberers nutters" "rookies clobberers" "nutters rookies" "fide nutters" "clobberers fide" "rookies fide"; do
        white=${armies% *} black=${armies#* }
        add armies chess 4 --white "$white" --black "$black" --from 1 --turns 1 --easiest 1140
        add armies chess 18 --white "$white" --black "$black" --turns 2
        add armies chess 30 --white "$white" --black "$black" --from 3
    done
    # Mates in four turns that so short a search sees are rare.
    for armies in "clobberers nutters" "rookies clobberers" "nutters rookies" "fide nutters"; do
        add armies chess 34 --white "${armies% *}" --black "${armies#* }" --from 4 --turns 4 --effort 1000000
    done
    # Wins of other kinds.
    for armies in "clobberers nutters" "nutters rookies"; do
        add armies hans38 10 --white "${armies% *}" --black "${armies#* }" --from 1 --turns 1 --easiest 1140 --reason stalemate
    done
    add armies hans38-postal 10 --white rookies --black clobberers --from 1 --turns 1 --easiest 1140 --theme square-capture
    add armies hans38-postal 6 --white fide --black nutters --from 1 --turns 1 --easiest 1140 --theme square-capture
fi
