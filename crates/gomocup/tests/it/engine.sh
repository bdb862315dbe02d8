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
            late) sleep 1 ;;
            two) echo '0,0 1,1'; return ;;
            child) sleep 1000 & echo $! > "$2"; exit 0 ;;
            loud) yes 'an error that nobody needs' | head -c 1000000 >&2; exit 1 ;;
        esac
    fi
    [ "$way" = chatty ] && echo 'MESSAGE thinking' && echo 'DEBUG 1' && echo
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
    line=$(printf %s "$line" | tr -d '\r')
    case $line in
        START*)
            size=${line#START }
            start
            if [ "$way" = babbles ]; then while true; do echo 'nothing new'; done; fi
            if [ "$way" = never ]; then echo 'ERROR a board of others'; else echo OK; fi
            ;;
        RESTART) if [ "$way" = forgetful ]; then echo UNKNOWN; else start; echo OK; fi ;;
        BEGIN) move "$@" ;;
        TURN*) last=${line#TURN }; put "$last"; move "$@" ;;
        PLAY*) echo "${line#PLAY }" ;;
        BOARD) start ;;
        DONE) move "$@" ;;
        INFO*) ;;
        END) exit 0 ;;
        *,*,*) last=${line%,*}; put "$last" ;;
        *) echo UNKNOWN ;;
    esac
done
