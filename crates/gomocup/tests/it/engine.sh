# An engine that takes the first empty cell row by row, and misbehaves from its second move on as its argument says.
way=$1
start() {
    taken=' '
    moves=0
}
put() {
    taken="$taken$1 "
}
move() {
    moves=$((moves + 1))
    if [ "$moves" -ge 2 ]; then
        case $way in
            silent) sleep 1000 ;;
            crash) echo 'no more ideas' >&2; exit 3 ;;
            mute) exec >&-; sleep 1000 ;;
            off-board) echo 99,99; return ;;
            taken) echo "$last"; return ;;
            garbage) echo 'what a game'; return ;;
            refuse) echo 'ERROR no'; return ;;
            complains) echo 'ERROR Unknown command: TIME_LEFT' ;;
            deaf) if [ -z "$was_deaf" ]; then was_deaf=1; echo "ERROR Unknown command: $last"; return; fi ;;
            late) sleep 1 ;;
            two) echo '0,0 1,1'; return ;;
            child) sleep 1000 & echo $! > "$2"; exit 0 ;;
            loud) yes 'an error that nobody needs' | head -c 1000000 >&2; exit 1 ;;
        esac
    fi
    [ "$way" = chatty ] && echo 'MESSAGE thinking' && echo ' ...' && echo 'DEBUG 1' && echo
    [ "$way" = listens ] && [ -d /proc ] && moved=$(date +%s%N)
    y=0
    while [ "$y" -lt "$size" ]; do
        x=0
        while [ "$x" -lt "$size" ]; do
            case $taken in
                *" $x,$y "*) ;;
                *)
                    put "$x,$y"
                    case $way in
                        suggests) echo "SUGGEST $x,$y" ;;
                        twice) echo "$x,$y"; echo "$x,$y" ;;
                        *) echo "$x,$y" ;;
                    esac
                    return
                    ;;
            esac
            x=$((x + 1))
        done
        y=$((y + 1))
    done
}
[ "$way" = greets ] && echo 'Welcome to the engine'
while IFS= read -r line; do
    if [ -n "$moved" ]; then
        # A command that comes so soon would be lost.
        if [ $(($(date +%s%N) - moved)) -lt 10000000 ]; then exit 5; fi
        moved=
    fi
    line=$(printf %s "$line" | tr -d '\r')
    case $line in
        START*)
            if [ "$way" = dumb ]; then continue; fi
            size=${line#START }
            start
            if [ "$way" = babbles ]; then while true; do echo 'nothing new'; done; fi
            if [ "$way" = never ]; then echo 'ERROR a board of others'; else echo OK; fi
            ;;
        RESTART)
            case $way in
                forgetful) echo UNKNOWN ;;
                absent) ;;
                *) start; echo OK ;;
            esac
            ;;
        BEGIN) move "$@" ;;
        TURN*) last=${line#TURN }; put "$last"; move "$@" ;;
        PLAY*) echo "${line#PLAY }" ;;
        # It refuses a position too.
        BOARD) if [ "$way" = refuse ]; then taken=' '; else start; fi ;;
        DONE) move "$@" ;;
        # There is no clock, and this is what Rapfi does not understand sometimes.
        'INFO time_left'*) exit 4 ;;
        INFO*) ;;
        END) exit 0 ;;
        *,*,*) last=${line%,*}; put "$last" ;;
        *) echo UNKNOWN ;;
    esac
done
