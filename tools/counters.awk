# From ncu's raw CSV page to one row per launch, with the metrics=A,B,... asked for.
# labels=FILE has one line per launch in the same order: "n 100, 4 blocks of 32:
# sum 7" (the program's name then comes from ncu) or "kernel width pattern".

# Splits a line of quoted CSV into field[1..]; returns how many.
function split_csv(line,    count, rest) {
    count = 0
    rest = line
    while (match(rest, /^"[^"]*"(,|$)/)) {
        field[++count] = substr(rest, 2, RLENGTH - 2)
        sub(/",?$/, "", field[count])
        if (substr(rest, RLENGTH, 1) != ",") { field[count] = substr(rest, 2, RLENGTH - 2) }
        rest = substr(rest, RLENGTH + 1)
    }
    return count
}

# The executions of one opcode in "123 (BAR: 4; FADD: 5)"; 0 if it is not there.
function of_opcode(text, opcode,    part, count, k) {
    sub(/^[^(]*\(/, "", text)
    count = split(text, part, /; /)
    for (k = 1; k <= count; k++)
        if (part[k] ~ "^" opcode ":")
            return number(substr(part[k], length(opcode) + 2))
    return 0
}

# 1234 of "1,234 (...)".
function number(text) {
    sub(/ \(.*/, "", text)
    gsub(/[, )]/, "", text)
    return text
}

# The names of the columns, or the values of this line.
function print_metrics(values,    k, o) {
    for (k = 1; k <= wanted; k++) {
        if (name[k] == "sass__inst_executed_per_opcode")
            for (o = 1; o <= opcodes; o++)
                printf ",%s", values ? of_opcode(field[at[name[k]]], opcode[o]) : name[k] ":" opcode[o]
        else
            printf ",%s", values ? number(field[at[name[k]]]) : name[k]
    }
    print ""
}

BEGIN {
    wanted = split(metrics, name, ",")
    opcodes = split("BAR SHFL WARPSYNC VOTE REDUX ATOMS ATOMG RED REDG LDS STS LDG STG LDC BRA BSSY BSYNC",
                    opcode, " ")
}

/^"ID"/ && !seen {
    columns = split_csv($0)
    for (k = 1; k <= columns; k++)
        at[field[k]] = k
    seen = 1
    while ((getline line < labels) > 0)
        label[++launches] = line
    printf label[1] ~ /^n / ? "program,block,n,blocks" : "kernel,width,pattern"
    print_metrics(0)
    next
}

/^"[0-9]+"/ {
    split_csv($0)
    split(label[++row], word, /[ ,:]+/)
    if (word[1] == "n") {
        program = field[at["Process Name"]]
        sub(/\.[0-9]+$/, "", program)
        printf "%s,%s,%s,%s", program, word[6], word[2], word[3]
    } else {
        printf "%s,%s,%s", word[1], word[2], word[3]
    }
    print_metrics(1)
}

END {
    if (row != launches) {
        print FILENAME ": " row " launches profiled, " launches " announced" > "/dev/stderr"
        exit 1
    }
}
