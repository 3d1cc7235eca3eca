# From ncu's source page in CSV to one row per launch: wavefronts of shared memory,
# and how many would do without bank conflicts, by opcode.
# labels=FILE has one line per launch in the same order: "n 100, 4 blocks of 32: sum 7";
# programs=FILE one line per program, "NAME.BLOCK", each with equally many launches.

# Splits a line of quoted CSV into field[1..].
function split_csv(line,    count) {
    count = 0
    while (match(line, /^("([^"]|"")*"|[^,]*)(,|$)/) && line != "") {
        field[++count] = substr(line, 1, RLENGTH)
        sub(/,$/, "", field[count])
        gsub(/^"|"$/, "", field[count])
        line = substr(line, RLENGTH + 1)
    }
    return count
}

# 1234 of "1,234"; 0 of "-" or nothing.
function number(text) {
    gsub(/,/, "", text)
    return text + 0
}

function print_row(    k, word, name) {
    split(label[launch], word, /[ ,:]+/)
    name = program[int((launch - 1) * programs_given / launches) + 1]
    sub(/\.[0-9]+$/, "", name)
    printf "%s,%s,%s,%s", name, word[6], word[2], word[3]
    for (k = 1; k <= opcodes; k++) {
        printf ",%d,%d", wavefronts[opcode[k]], ideal[opcode[k]]
        wavefronts[opcode[k]] = ideal[opcode[k]] = 0
    }
    print ""
}

BEGIN {
    opcodes = split("LDS STS ATOMS", opcode, " ")
    while ((getline line < labels) > 0)
        label[++launches] = line
    while ((getline line < programs) > 0)
        program[++programs_given] = line
    printf "program,block,n,blocks"
    for (k = 1; k <= opcodes; k++)
        printf ",memory_l1_wavefronts_shared:%s,memory_l1_wavefronts_shared_ideal:%s", opcode[k], opcode[k]
    print ""
}

# The columns of the next launch.
/^"?(#"?,"?)?Address"?,/ {
    if (launch > 0)
        print_row()
    launch++
    columns = split_csv($0)
    for (k = 1; k <= columns; k++)
        at[field[k]] = k
    next
}

# An instruction: "@!P0 STS [R9], R0 ;".
launch > 0 && /(^|[^A-Z])(LDS|STS|ATOMS)([^A-Z]|$)/ {
    split_csv($0)
    split(field[at["Source"]], word, /[ .]+/)
    k = word[1] == "" ? 2 : 1
    if (word[k] ~ /^@/)
        k++
    wavefronts[word[k]] += number(field[at["L1 Wavefronts Shared"]])
    ideal[word[k]] += number(field[at["L1 Wavefronts Shared Ideal"]])
}

END {
    if (launch > 0)
        print_row()
    if (launch != launches || !("L1 Wavefronts Shared" in at)) {
        print FILENAME ": " launch + 0 " launches profiled, " launches + 0 " announced" > "/dev/stderr"
        exit 1
    }
}
